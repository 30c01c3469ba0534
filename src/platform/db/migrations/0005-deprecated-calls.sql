-- Who still calls what is deprecated: programs by name, and no person. There are as many rows as deprecated things
-- times a hundred clients at most, so that going through all of them is cheap.
create table deprecated_calls (
  thing text not null,
  client text not null,
  calls bigint not null,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null,
  primary key (thing, client)
);
