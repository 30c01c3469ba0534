-- People who may use the console. Their MAC covers whose row it is and what it allows: without the key, nobody makes an operator.
create table operators (
  user_id uuid primary key references users on delete cascade,
  scopes text[] not null,
  acts_per_hour integer not null check (acts_per_hour > 0),
  removals_per_day integer not null check (removals_per_day > 0),
  granted_at timestamptz(3) not null default now(),
  mac bytea not null
);

-- Their visits to it, which no other page and no application can use.
alter table sessions drop constraint sessions_kind_check;
alter table sessions add constraint sessions_kind_check check (kind in ('application', 'page', 'console'));
