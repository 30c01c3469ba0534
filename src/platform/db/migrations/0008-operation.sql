-- Which keys signed here, by names that betray nothing of them.
create table key_ids (
  id bytea primary key,
  last_used_at timestamptz(3) not null default now()
);

-- Which programs still call what is deprecated.
create table deprecated_calls (
  thing text not null,
  client text not null,
  calls bigint not null,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null,
  primary key (thing, client)
);
