-- What other services ask with. Only the digest of a key is stored; it has 256 random bits.
create table service_keys (
  id uuid primary key,
  digest bytea not null,
  name text not null,
  scopes text[] not null,
  -- from where it may be used; anywhere if empty
  networks text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  check (expires_at <= created_at + interval '1 year')
);
create index service_keys_expires_at on service_keys (expires_at);
