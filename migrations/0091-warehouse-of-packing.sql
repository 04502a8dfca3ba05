-- The warehouse where the bottles of a packed order stand in boxes, also while the order is reserved or waits at another. A process of
-- the version before writes only is_packed, which tells whether they stand at the warehouse of the demand, so that is read first.
alter table demands add column packed_at_warehouse text;

-- The text of this version, unless the operator has written its own.
update reason_codes set description = 'Destroyed at the winery''s request'
 where code = 'DESTROYED' and description = 'Destroyed at the customer''s request';
