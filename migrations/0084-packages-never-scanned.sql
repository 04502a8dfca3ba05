-- Packages that have left, and that no carrier has scanned since: those that left days ago are listed for people. A package is in this index
-- from its departure to the first scan, which gives it another status.
create index packages_never_scanned on packages (last_activity_at, package_id) where status = 'SHIPPED';
