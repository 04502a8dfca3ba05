-- What a token allows, besides the rights of the user who sends it: reading, or writing too. Tokens that exist allow both.
alter table access_tokens add column scope text not null default 'write' check (scope in ('read', 'write'));
