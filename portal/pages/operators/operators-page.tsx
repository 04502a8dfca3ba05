/** The people and stations who work with the operator interface. */

import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { actionsColumn, timeColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { useSetFilters } from '../../design/filters.tsx';
import { countOf } from '../../design/format.ts';
import { DotsIcon } from '../../design/icons.tsx';
import { KeysetPager } from '../../design/keyset-pager.tsx';
import { NewButton } from '../../design/new-button.tsx';
import { Page } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { roleNames } from '../../shell/role-names.ts';
import { ChangeOperatorDialog } from './change-operator-dialog.tsx';
import { CreateOperatorDialog } from './create-operator-dialog.tsx';
import { DisableOperatorDialog, EnableOperatorDialog, ResetPasswordDialog } from './operator-dialogs.tsx';
import type { OperatorRecord } from './operator-record.ts';

type Dialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'change' | 'disable' | 'enable' | 'reset'; readonly operator: OperatorRecord };

export function OperatorsPage() {
  const search = useSearch({ from: '__root__' });
  const { dialog, open, close } = useDialog<Dialog>();
  const change = useSetFilters();
  const request = {
    ...(search.text && { Text: search.text }),
    ...(search.disabled && { IncludeDisabled: true }),
    ...(search.after && { After: search.after }),
  };
  const list = useOperation('/api/Operators/List', request, { keepsPrevious: true });
  return (
    <Page
      title="Operators"
      aside={list.data && countOf(list.data.Count, 'account')}
      actions={
        <>
          <ExportButton
            exported={{ list: '/api/Operators/List', filters: request }}
            isDisabled={!list.data?.Records.length}
          />
          <NewButton label="New operator…" onClick={() => open({ kind: 'create' })} />
        </>
      }
    >
      <search className="bar">
        <TextFilter label="Part of the e-mail address" placeholder="E-mail" />
        <Checkbox
          label="Show disabled accounts"
          checked={search.disabled === 'yes'}
          onChange={(event) => change({ disabled: event.currentTarget.checked ? 'yes' : undefined })}
        />
      </search>
      <QueryState query={list}>
        <DataTable
          label="Operators"
          columns={columnsWith(open)}
          rows={list.data?.Records}
          rowKey={({ Email }) => Email}
          skeletonRows={6}
          empty={<EmptyState title="No operator matches">Check the spelling, or show disabled accounts.</EmptyState>}
        />
      </QueryState>
      <KeysetPager after={search.after} next={list.data?.Next} isLoading={list.isPlaceholderData} />
      {dialog?.kind === 'create' && <CreateOperatorDialog onClose={close} />}
      {dialog?.kind === 'change' && <ChangeOperatorDialog operator={dialog.operator} onClose={close} />}
      {dialog?.kind === 'disable' && <DisableOperatorDialog operator={dialog.operator} onClose={close} />}
      {dialog?.kind === 'enable' && <EnableOperatorDialog operator={dialog.operator} onClose={close} />}
      {dialog?.kind === 'reset' && <ResetPasswordDialog operator={dialog.operator} onClose={close} />}
    </Page>
  );
}

function columnsWith(open: (dialog: Dialog) => void): readonly Column<OperatorRecord>[] {
  return [
    {
      key: 'email',
      header: 'E-mail',
      priority: 1,
      flexible: true,
      cell: ({ Email }) => (
        <span className="strong" title={Email}>
          {Email}
        </span>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      priority: 1,
      cell: ({ Role, IsStation }) => (IsStation ? `${roleNames[Role]}, station` : roleNames[Role]),
    },
    {
      key: 'warehouses',
      header: 'Warehouses',
      priority: 1,
      cell: ({ Warehouses }) =>
        Warehouses.length === 0 ? (
          <span className="quiet">All</span>
        ) : (
          <span className="code broken">{Warehouses.join(' ')}</span>
        ),
    },
    {
      key: 'sign-in',
      header: 'Sign-in',
      priority: 1,
      cell: ({ IsDisabled, HasTotp }) =>
        IsDisabled ? (
          <Status tone="bad">Disabled</Status>
        ) : (
          <Status tone={HasTotp ? 'good' : 'neutral'}>{HasTotp ? 'Password and code' : 'Password'}</Status>
        ),
    },
    timeColumn('Since', ({ CreatedAt }) => CreatedAt, 3),
    actionsColumn((operator) => <Actions operator={operator} open={open} />),
  ];
}

interface ActionsProps {
  readonly operator: OperatorRecord;
  readonly open: (dialog: Dialog) => void;
}

function Actions({ operator, open }: ActionsProps) {
  const { Email } = useOperator();
  return (
    <Menu position="bottom-end" width={200} withinPortal portalProps={{ target: '#content' }}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${operator.Email}`} size={26}>
          <DotsIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open({ kind: 'change', operator })}>Change…</Menu.Item>
        <Menu.Item onClick={() => open({ kind: 'reset', operator })}>Reset password…</Menu.Item>
        {operator.IsDisabled ? (
          <Menu.Item onClick={() => open({ kind: 'enable', operator })}>Enable…</Menu.Item>
        ) : (
          <Menu.Item disabled={operator.Email === Email} onClick={() => open({ kind: 'disable', operator })}>
            Disable…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
