-- Devices on which their owners have proven the second factor, and are not asked for it again for a while. Each has a token that is
-- made like those of a session: half of it is the seed, the other half is not in the database.
create table trusted_devices (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  seed bytea not null,
  -- how often its token was used, and so exchanged
  generation integer not null default 0,
  -- whatever ends all sessions ends it
  epoch integer not null,
  address text not null,
  user_agent text,
  -- when the second factor was proven
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  mac bytea not null,
  primary key (user_id, id)
);
create index trusted_devices_expires_at on trusted_devices (expires_at);

-- Of a visit on a trusted device: the second factor was proven earlier than the first.
alter table oauth_codes add column factor_proven_at timestamptz(3);
