-- A browser may make a passkey by itself, while nobody is there. Whether it was kept shows when it is first used: until then, it is no
-- way in that anything else could be removed for.
alter table passkeys add column is_unattended boolean not null default false;
