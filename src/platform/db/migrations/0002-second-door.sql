-- The authenticator app that works. `last_step` only rises: a code of that step or an earlier one was used.
create table totp_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  last_step integer not null,
  confirmed_at timestamptz(3) not null default now()
);

-- The one that is being set up. A row of its own: starting again never touches a factor that works.
create table totp_enrolments (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  expires_at timestamptz(3) not null
);

-- As keyed digests.
create table backup_codes (
  user_id uuid not null references users on delete cascade,
  digest bytea not null,
  spent_at timestamptz(3),
  primary key (user_id, digest)
);

-- Sign-ins that wait for their second factor. The id is the one that the session will have, so that even a challenge
-- that is answered twice opens one session.
create table challenges (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  digest bytea not null,
  epoch integer not null,
  methods text[] not null,
  -- the count of failures that this sign-in forgets once it is complete
  attempts_kind text,
  tries integer not null default 0,
  expires_at timestamptz(3) not null,
  primary key (user_id, id)
);

create index challenges_expires_at on challenges (expires_at);
create index totp_enrolments_expires_at on totp_enrolments (expires_at);
