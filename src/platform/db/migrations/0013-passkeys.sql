-- Public-key credentials (WebAuthn level 3). One id under two accounts is harmless: an assertion names its account.
create table passkeys (
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null,
  id uuid not null,
  -- COSE (RFC 9052), and the number of its algorithm
  public_key bytea not null,
  algorithm integer not null,
  sign_count bigint not null,
  transports text[] not null,
  aaguid uuid not null,
  name text not null,
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  -- whether it may prove both factors at once
  signs_in boolean not null,
  -- whether a browser finds it without its id
  is_discoverable boolean not null,
  -- since when it is asked for after a password, if it is
  second_factor_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (user_id, credential_id),
  unique (user_id, id)
);

-- Digests of the challenges that were answered, until they would have expired. One that nobody answers leaves no row.
create table passkey_challenges (
  user_id uuid not null references users on delete cascade,
  digest bytea not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, digest)
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);
