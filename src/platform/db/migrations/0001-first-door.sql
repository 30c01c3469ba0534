-- Who people are. `epoch` rises with everything that ends all of a user's sessions: a sign-in that began before
-- such an end, and finishes after it, finds another epoch and opens nothing.
create table users (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3),
  epoch integer not null default 0
);

-- Addresses have a table of their own, so that users can be spread by their id while addresses stay unique.
create table emails (
  canonical text collate "C" primary key,
  user_id uuid not null unique references users on delete cascade,
  typed text not null,
  verified_at timestamptz(3)
);

create table passwords (
  user_id uuid primary key references users on delete cascade,
  phc text not null,
  pepper_id bytea not null
);

-- One row a session; its tokens are derived from the seed and the generation, and stored nowhere.
-- A refresh changes no indexed column, and the free space keeps the new row version on its page.
create table sessions (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  seed bytea not null check (octet_length(seed) = 32),
  generation integer not null default 0,
  methods text[] not null,
  address text not null,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  authenticated_at timestamptz(3) not null default now(),
  rotated_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  access_ends_at timestamptz(3) not null,
  -- until when the access token of the generation before is good
  previous_access_ends_at timestamptz(3),
  refresh_ends_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  primary key (user_id, id)
) with (fillfactor = 80);

-- For the sweep of dead rows alone.
create index sessions_ends_at on sessions (ends_at);

-- Where a user signed in from lately: strangers' failures do not make these addresses wait.
create table known_addresses (
  user_id uuid not null references users on delete cascade,
  address text not null,
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, address)
);

create index known_addresses_seen_at on known_addresses (seen_at);

-- How often something was tried. The subject is a user's id, or is made from an address.
create table attempts (
  subject uuid not null,
  kind text not null,
  count integer not null,
  since timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (subject, kind)
) with (fillfactor = 80);

create index attempts_last_at on attempts (last_at);

-- One-time codes of the oauth_code grant, as digests.
create table oauth_codes (
  user_id uuid not null references users on delete cascade,
  digest bytea not null,
  epoch integer not null,
  method text not null,
  code_challenge text,
  expires_at timestamptz(3) not null,
  spent_at timestamptz(3),
  -- the session that the code produced or will produce
  session_id uuid,
  primary key (user_id, digest)
);

create index oauth_codes_expires_at on oauth_codes (expires_at);

-- Which keys signed here, by names that betray nothing of them.
create table key_ids (
  id bytea primary key,
  last_used_at timestamptz(3) not null default now()
);

-- What happened. Outlives the users it tells of; the zero id stands for nobody we know.
create table events (
  user_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default now(),
  type text not null,
  outcome text not null check (outcome in ('success', 'refused')),
  session_id uuid,
  address text,
  detail jsonb not null default '{}',
  primary key (user_id, id)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'events are append-only';
end
$$;

create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();
