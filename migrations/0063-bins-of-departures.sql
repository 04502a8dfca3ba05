-- The bin from which a scanned unit of a departing transfer comes; '' for none. A scan of the bin itself counts nothing.
alter table receipt_scans add column location text not null default '';
alter table receipt_scans drop constraint receipt_scans_kind_check;
alter table receipt_scans add constraint receipt_scans_kind_check check (kind in ('item', 'count', 'issue', 'undo', 'wrong', 'bin'));
