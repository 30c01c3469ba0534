-- Who has an account. `epoch` rises with everything that ends all of a user's sessions: a sign-in that began before
-- such an end, and finishes after it, finds another epoch and opens nothing.
create table users (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3),
  epoch integer not null default 0
);

-- Whose address it is. Addresses have a table of their own, so that users can be spread by their id while addresses stay
-- unique. An account that changed its address keeps the old one reserved for a while, so that the change can be undone:
-- such a row is nobody's mailbox, and the primary key alone keeps everybody else from it.
create table emails (
  canonical text collate "C" primary key,
  user_id uuid unique references users on delete cascade,
  typed text not null,
  verified_at timestamptz(3),
  reserved_for uuid references users on delete cascade,
  reserved_until timestamptz(3),
  check ((user_id is null) = (reserved_for is not null and reserved_until is not null))
);
create index emails_reserved_for on emails (reserved_for) where reserved_for is not null;
create index emails_reserved_until on emails (reserved_until) where reserved_until is not null;

-- Addresses that accounts had until lately, each with what has to be known to undo the change.
create table former_emails (
  user_id uuid not null references users on delete cascade,
  -- of the token that was mailed there
  digest bytea not null,
  canonical text collate "C" not null,
  typed text not null,
  was_proven boolean not null,
  changed_at timestamptz(3) not null default now(),
  -- the session that changed it
  session_id uuid not null,
  had_factor boolean not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, digest)
);
create index former_emails_expires_at on former_emails (expires_at);

-- Where a user signed in from lately: failures of strangers do not make these addresses wait.
create table known_addresses (
  user_id uuid not null references users on delete cascade,
  address text not null,
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, address)
);
create index known_addresses_seen_at on known_addresses (seen_at);

-- Accounts that are being closed. A sign-in before `due_at` keeps one.
create table account_deletions (
  user_id uuid primary key references users on delete cascade,
  requested_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null,
  -- one that cannot be removed lets others go first
  set_aside_until timestamptz(3)
);
create index account_deletions_due_at on account_deletions (due_at);
