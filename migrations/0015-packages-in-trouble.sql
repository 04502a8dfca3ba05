-- Packages that a carrier returns, damaged or cannot deliver, of all customers. A change of a package's status writes other indexes anyway.
create index packages_in_trouble on packages (last_activity_at, package_id) where status in ('RETURNED', 'DAMAGED', 'EXCEPTION');
