-- Links that were sent by mail, by the digest of their token: the newest of each kind, so that an older one is dead.
create table mail_links (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  digest bytea not null,
  -- keyed, of a code that can be typed instead
  code_digest bytea,
  -- the mailbox that it went to
  canonical text collate "C" not null,
  typed text not null,
  -- the session that asked for it
  session_id uuid,
  expires_at timestamptz(3) not null,
  primary key (user_id, kind)
);
create index mail_links_expires_at on mail_links (expires_at);
