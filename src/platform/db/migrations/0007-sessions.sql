-- One row a session; its tokens are derived from the seed and the generation, and stored nowhere. A refresh changes no
-- indexed column, and the free space keeps the new row version on its page.
create table sessions (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  seed bytea not null check (octet_length(seed) = 32),
  generation integer not null default 0,
  methods text[] not null,
  address text not null,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  -- when the person last proved who they are
  authenticated_at timestamptz(3) not null default now(),
  -- when the second factor was proven again. Signing in does not count: a token stolen right after a sign-in must not be
  -- enough to take the account over
  factor_proven_at timestamptz(3),
  rotated_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  access_ends_at timestamptz(3) not null,
  -- until when the access token of the generation before is good
  previous_access_ends_at timestamptz(3),
  refresh_ends_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  primary key (user_id, id)
) with (fillfactor = 80);
-- for the sweep of dead rows alone
create index sessions_ends_at on sessions (ends_at);

-- Sign-ins that wait for their second factor.
create table challenges (
  user_id uuid not null references users on delete cascade,
  -- of the session that it may become
  id uuid not null,
  digest bytea not null,
  epoch integer not null,
  methods text[] not null,
  -- where the first factor was proven
  address text not null,
  tries integer not null default 0,
  expires_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index challenges_expires_at on challenges (expires_at);
