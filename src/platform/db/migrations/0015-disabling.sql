-- Accounts that operators have disabled may come back by themselves. Their reason is for operators only.
alter table users
  add column disabled_until timestamptz(3),
  add column disabled_reason text;
