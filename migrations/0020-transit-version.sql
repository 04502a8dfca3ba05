-- The operator's transit times are read by every order, so processes remember them and need to know when to read anew.

-- One row: grows with every change of transit_times.
create table transit_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into transit_version (version) values (0);
