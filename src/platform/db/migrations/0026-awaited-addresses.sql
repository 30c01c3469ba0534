-- Where addresses have to be confirmed: a session in the name of one that nobody has proven yet, which opens only what leads to
-- that. Sessions of earlier versions are whole.
alter table sessions add column awaits_email boolean not null default false;
