-- When other packages of its order left, and this one did not: those that do not leave in days are listed for people, by this index. Only
-- orders of several packages have any, and a package leaves the index when it leaves.
alter table packages add column stayed_at timestamptz;
create index packages_stayed on packages (stayed_at, package_id) where stayed_at is not null and status = 'READY TO SHIP';
