-- Boxes of a manifest that the carrier did not take, so that their orders also stay behind when an interrupted departure continues.
alter table floor_manifests add column missing_tracking_nos text[] not null default '{}';
