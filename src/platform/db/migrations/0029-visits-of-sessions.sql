-- The visit on the pages that an application's session came from: people who sign out there are signed out here, too. Null
-- for what came from elsewhere, or from an earlier version.
alter table oauth_codes add column visit_id uuid;
alter table sessions add column visit_id uuid;
