-- Addresses that accounts had, for as long as their owners can have them back. Until then nobody else gets them: whoever
-- took an account's address away could otherwise register it, and there would be nothing to come back to.
create table former_emails (
  user_id uuid not null references users on delete cascade,
  -- of the token that brings it back
  digest bytea not null,
  canonical text collate "C" not null,
  typed text not null,
  changed_at timestamptz(3) not null default now(),
  -- the session that asked for the change
  session_id uuid not null,
  -- whether there was a second factor by then: whoever set another one later had the one before
  had_factor boolean not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, digest)
);

create index former_emails_canonical on former_emails (canonical);
create index former_emails_expires_at on former_emails (expires_at);

-- After, not before: a registration that waited for a change of address to commit has to see what that left behind.
create function refuse_former_email() returns trigger language plpgsql as $$
begin
  if exists (
    select from former_emails
    where canonical = new.canonical and user_id <> new.user_id and expires_at > now()
  ) then
    raise unique_violation using message = 'the address was another account''s until lately', constraint = 'emails_pkey';
  end if;
  return null;
end
$$;

create trigger emails_former after insert or update of canonical on emails
  for each row execute function refuse_former_email();

-- What was set since a change of address goes when that is undone.
alter table passwords add column set_at timestamptz(3) not null default now();
