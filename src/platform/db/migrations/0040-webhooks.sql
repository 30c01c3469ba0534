-- Readers of the feed that are told what happens, instead of asking. Each has a place of its own in it; what cannot be delivered now
-- waits beside it. No row is of a person: the news of a deletion outlives the account, so user_id has no foreign key.
create table webhooks (
  id uuid primary key,
  url text not null,
  -- event types, or patterns of them
  types text[] not null,
  description text not null,
  includes_addresses boolean not null,
  -- with the url and the types as associated data: without the key, nobody leads news elsewhere
  sealed_secrets bytea not null,
  former_secret_until timestamptz(3),
  cursor_seq bigint not null,
  cursor_at_ms bigint not null,
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3),
  disabled_because text,
  -- attempts in a row that found nobody there
  failures integer not null default 0,
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  paused_until timestamptz(3) not null default now(),
  leased_by uuid,
  leased_until timestamptz(3) not null default now()
);

create table webhook_waiting (
  webhook_id uuid not null references webhooks on delete cascade,
  user_id uuid not null,
  seq bigint not null,
  event_id bigint not null,
  attempts integer not null default 0,
  since timestamptz(3) not null default now(),
  due_at timestamptz(3) not null default now(),
  primary key (webhook_id, user_id, seq)
);

create table webhook_attempts (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  -- null for a test
  event_id bigint,
  seq bigint,
  type text not null,
  attempt integer not null,
  at timestamptz(3) not null default now(),
  outcome text not null,
  status integer,
  answer text not null,
  milliseconds integer not null
);
create index webhook_attempts_webhook_id on webhook_attempts (webhook_id, id);
create index webhook_attempts_event_id on webhook_attempts (webhook_id, event_id);
create index webhook_attempts_at on webhook_attempts (at);
