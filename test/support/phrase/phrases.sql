create table phrases (
  user_id uuid primary key references users on delete cascade,
  digest bytea not null,
  made_at timestamptz(3) not null default now()
);
