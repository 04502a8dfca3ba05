-- When something happened to a package, all of it, and its place in the lists (interface: Tracking/GetPackages).

alter table packages
  -- the commit number under which it appeared: what pages are ordered by, whatever happens to it later
  add column first_seq bigint,
  -- on the customer's clock
  add column activity_at timestamptz[] not null default '{}';
update packages set first_seq = activity_seq, activity_at = array[packed_at, last_activity_at];
alter table packages alter column first_seq set not null;

create index packages_in_order on packages (customer_no, first_seq);
-- A package with activity in a range was packed before its end and has its last activity after its beginning.
create index packages_by_activity on packages (customer_no, last_activity_at);
