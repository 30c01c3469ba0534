-- What language a person reads: null for that of the setting.
alter table users add column language text;

-- The one of its owner when it was written, so that delivering it asks for nothing else.
alter table outbox add column language text;
