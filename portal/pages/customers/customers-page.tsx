/** The wineries: found by number or name, each with the users that may act for it. */
import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatCount, formatExact, formatTime } from '../../design/format.ts';
import { PlusIcon } from '../../design/icons.tsx';
import { Keyset } from '../../design/keyset.tsx';
import { ListCount } from '../../design/list-count.tsx';
import { Page } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { useSteadyList } from '../../design/steady-rows.ts';
import { TextFilter } from '../../design/text-filter.tsx';
import type { SearchParams } from '../../search-params.ts';
import { CreateCustomerDialog } from './create-customer-dialog.tsx';
import { tokenPolicyNames } from './customer-record.ts';

type Row = ReplyOf<'/api/Customers/List'>['Records'][number];

const rowKey = ({ CustomerNo }: Row): string => CustomerNo;

const columns: readonly Column<Row>[] = [
  {
    key: 'number',
    header: 'Number',
    priority: 1,
    cell: ({ CustomerNo }) => (
      <Link to="/customers/$customerNo" params={{ customerNo: CustomerNo }} className="code strong plain">
        {CustomerNo}
      </Link>
    ),
  },
  {
    key: 'name',
    header: 'Winery',
    priority: 1,
    flexible: true,
    cell: ({ CustomerName }) => <span title={CustomerName}>{CustomerName}</span>,
  },
  { key: 'users', header: 'Users', priority: 1, align: 'end', cell: ({ Users }) => formatCount(Users) },
  {
    key: 'policy',
    header: 'Access token',
    priority: 2,
    cell: ({ TokenPolicy }) => (
      <span className={TokenPolicy === 'default' ? 'quiet' : ''}>{tokenPolicyNames[TokenPolicy]}</span>
    ),
  },
  {
    key: 'since',
    header: 'Since',
    priority: 1,
    cell: ({ CreatedAt }) => (
      <span className="quiet" title={formatExact(CreatedAt)}>
        {formatTime(CreatedAt)}
      </span>
    ),
  },
];

export function CustomersPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { Role } = useOperator();
  const [isCreating, setIsCreating] = useState(false);
  const request: RequestOf<'/api/Customers/List'> = {
    ...(search.text && { Text: search.text }),
    ...(search.after && { After: search.after }),
  };
  const list = useOperation('/api/Customers/List', request, { keepsPrevious: true });
  const { rows, changes, refresh } = useSteadyList(list, request, rowKey);
  const open = ({ CustomerNo }: Row): void => {
    void navigate({ to: '/customers/$customerNo', params: { customerNo: CustomerNo } });
  };
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey, onOpen: open });
  const change = (text: string): void => {
    void navigate({
      to: '.',
      search: (before: SearchParams) => ({ ...before, text: text || undefined, after: undefined }),
      replace: true,
    });
  };
  const close = (): void => {
    setIsCreating(false);
    void refreshAll().then(refresh);
  };
  return (
    <Page
      title="Customers"
      aside={<ListCount count={list.data?.Count} one="winery" many="wineries" changes={changes} onRefresh={refresh} />}
      actions={
        Role === 'admin' && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setIsCreating(true)}>
            New customer…
          </Button>
        )
      }
    >
      <search className="bar">
        <TextFilter
          label="Part of the number or name"
          placeholder="Number or name"
          value={search.text ?? ''}
          onChange={change}
        />
      </search>
      <QueryState query={list}>
        <DataTable
          label="Customers"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          onOpen={open}
          activeKey={activeKey}
          empty={
            <EmptyState title={search.text ? 'No customer matches' : 'There is no customer yet'}>
              {search.text ? 'Check the spelling, or try a part of it.' : 'An administrator creates the first one.'}
            </EmptyState>
          }
        />
      </QueryState>
      <Keyset after={search.after} next={list.data?.Next} isLoading={list.isPlaceholderData} />
      {isCreating && <CreateCustomerDialog onClose={close} />}
    </Page>
  );
}
