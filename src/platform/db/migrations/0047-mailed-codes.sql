-- Codes that sign in, mailed to an address that need not have an account. A row is written when one is asked for, with or without an
-- account, and the worker that mails the code adds its digest: one alive for each address and place that asks.
create table mailed_codes (
  -- as in attempts: digests of the address, and of the network that asks
  subject uuid not null,
  place uuid not null,
  -- of the challenge that the asking client holds
  digest bytea not null,
  canonical text not null,
  typed text not null,
  -- null until it is mailed
  code_digest bytea,
  -- whether the mail said that it makes an account
  is_for_newcomer boolean not null default false,
  tries integer not null default 0,
  mac bytea not null,
  expires_at timestamptz(3) not null,
  primary key (subject, place)
);
create index mailed_codes_expires_at on mailed_codes (expires_at);
