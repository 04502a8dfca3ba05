/** Users, their passwords by id, and tokens of a winery. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { actionsColumn, textColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatCount, formatExact, formatTimestamp } from '../../design/format.ts';
import { DotsIcon } from '../../design/icons.tsx';
import { Panel } from '../../design/page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import type { CustomerDialogOpener } from './customer-dialog.ts';
import { type Token, tokenScopeNames, type User } from './customer-record.ts';

/** The column of actions; none for operators who may only read. */
function actions<Row>(
  open: CustomerDialogOpener,
  cell: (row: Row, open: NonNullable<CustomerDialogOpener>) => ReactNode,
): Column<Row>[] {
  if (open === undefined) return [];
  return [actionsColumn((row) => cell(row, open))];
}

interface UsersProps {
  readonly open: CustomerDialogOpener;
  readonly users: readonly User[] | undefined;
}

export function UsersTable({ users, open }: UsersProps) {
  const columns: readonly Column<User>[] = [
    { key: 'user', header: 'User', priority: 1, cell: ({ UserKey }) => <span className="code strong">{UserKey}</span> },
    textColumn('Partner', 'Program of'),
    {
      key: 'rights',
      header: 'Rights',
      priority: 1,
      cell: ({ Rights }) => (Rights === 'write' ? 'Read and write' : 'Read'),
    },
    {
      key: 'passwords',
      header: 'Passwords',
      priority: 1,
      align: 'end',
      cell: ({ PasswordIds }) =>
        PasswordIds.length === 0 ? <Status tone="warn">None</Status> : formatCount(PasswordIds.length),
    },
    ...actions<User>(open, (user, show) => (
      <Menu position="bottom-end" width={200} withinPortal portalProps={{ target: '#content' }}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${user.UserKey}`} size={26}>
            <DotsIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => show({ kind: 'grant', user })}>Change rights…</Menu.Item>
          <Menu.Item onClick={() => show({ kind: 'rotate', user })}>Second password…</Menu.Item>
          <Menu.Item onClick={() => show({ kind: 'stop', user })}>Stop…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    )),
  ];
  return (
    <Panel
      title="Users"
      note="Whose programs act for this winery"
      flush
      actions={
        open && (
          <Button variant="default" onClick={() => open({ kind: 'grant' })}>
            Add user…
          </Button>
        )
      }
    >
      <DataTable
        label="Users"
        columns={columns}
        rows={users}
        rowKey={({ UserKey }) => UserKey}
        skeletonRows={1}
        empty={<EmptyState title="No users">Calls for this winery are refused until a user is added.</EmptyState>}
      />
    </Panel>
  );
}

export function PasswordsTable({ users, open }: UsersProps) {
  const rows = users?.flatMap((user) => user.PasswordIds.map((passwordId) => ({ user, passwordId })));
  const columns: readonly Column<NonNullable<typeof rows>[number]>[] = [
    { key: 'user', header: 'User', priority: 1, cell: ({ user }) => <span className="code">{user.UserKey}</span> },
    {
      key: 'password',
      header: 'Password id',
      priority: 1,
      flexible: true,
      cell: ({ passwordId }) => <span className="code wrap">{passwordId}</span>,
    },
    ...actions<NonNullable<typeof rows>[number]>(open, (row, show) => (
      <RevokeButton name={row.passwordId} onClick={() => show({ kind: 'revoke-password', ...row })} />
    )),
  ];
  return (
    <Panel title="Passwords" note="Valid ones, by id" flush>
      <DataTable
        label="Passwords"
        columns={columns}
        rows={rows}
        rowKey={({ passwordId }) => passwordId}
        skeletonRows={1}
        empty={<EmptyState title="No password is valid">Create one in the actions of a user.</EmptyState>}
      />
    </Panel>
  );
}

interface TokensProps {
  readonly open: CustomerDialogOpener;
  readonly tokens: readonly Token[] | undefined;
}

export function TokensTable({ tokens, open }: TokensProps) {
  const columns: readonly Column<Token>[] = [
    {
      key: 'token',
      header: 'Token id',
      priority: 1,
      flexible: true,
      cell: ({ TokenId }) => <span className="code wrap">{TokenId}</span>,
    },
    { key: 'scope', header: 'Scope', priority: 1, cell: ({ Scope }) => tokenScopeNames[Scope] },
    {
      key: 'created',
      header: 'Created',
      priority: 1,
      cell: ({ CreatedAt }) => <span title={formatExact(CreatedAt)}>{formatTimestamp(CreatedAt)}</span>,
    },
    {
      key: 'by',
      header: 'By',
      priority: 2,
      flexible: true,
      cell: ({ CreatedBy }) => (
        <span className="quiet" title={CreatedBy}>
          {CreatedBy.replace(/^operator:/, '')}
        </span>
      ),
    },
    {
      key: 'expires',
      header: 'Valid until',
      priority: 1,
      cell: ({ ExpiresAt }) =>
        ExpiresAt === '' ? (
          <span className="quiet">No end</span>
        ) : (
          <span title={formatExact(ExpiresAt)}>{formatTimestamp(ExpiresAt)}</span>
        ),
    },
    ...actions<Token>(open, (token, show) => (
      <RevokeButton name={token.TokenId} onClick={() => show({ kind: 'revoke-token', token })} />
    )),
  ];
  return (
    <Panel
      title="Access tokens"
      note="Valid ones, by id"
      flush
      actions={
        open && (
          <Button variant="default" onClick={() => open({ kind: 'token' })}>
            New token…
          </Button>
        )
      }
    >
      <DataTable
        label="Access tokens"
        columns={columns}
        rows={tokens}
        rowKey={({ TokenId }) => TokenId}
        skeletonRows={1}
        empty={
          <EmptyState title="No token is valid">
            Create one, or let the winery’s program get one with its user and password.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function RevokeButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <Button variant="subtle" color="gray" size="compact-sm" aria-label={`Revoke ${name}`} onClick={onClick}>
      Revoke…
    </Button>
  );
}
