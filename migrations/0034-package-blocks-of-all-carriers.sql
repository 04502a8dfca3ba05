-- A block has a row for all carriers together, whose carrier is '', beside those of each, so that what names no carrier reads
-- one row a block. The job counts all blocks anew.
delete from package_blocks;
delete from package_marks;
