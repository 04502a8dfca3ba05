-- Since when a package that did not leave is unpacked for a return that has not all of its bottles: the others are listed for people, by this
-- index, until a return has them or they are reported lost.
alter table packages add column missing_since timestamptz;
create index packages_missing_bottles on packages (missing_since, package_id) where missing_since is not null;
