-- How far the import of a file has come, so that the same file goes on where it was cut off. Each batch is noted in its own
-- transaction: no line is written twice, and none is passed over.
create table imports (
  -- SHA-256
  file_digest bytea primary key,
  next_line integer not null default 1,
  counts jsonb not null default '{}',
  begun_at timestamptz(3) not null default now(),
  noted_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index imports_noted_at on imports (noted_at);

-- Passwords that are kept as another system hashed them, until their owners sign in: counted by operators.
create index passwords_foreign on passwords (user_id) where phc like '$foreign$%';
