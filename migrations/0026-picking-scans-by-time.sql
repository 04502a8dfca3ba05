-- What people picked on a day: scans of picking over time, as floor_scans_by_time.
create index pick_scans_by_time on pick_scans (scanned_at);
