/** The wineries: found by number or name, each with the number of users that may act for it. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { countColumn, textColumn, timeColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { ListPage, useList } from '../../design/list-page.tsx';
import { NewButton } from '../../design/new-button.tsx';
import { EmptyState } from '../../design/states.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
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
  textColumn('CustomerName', 'Winery'),
  countColumn('Users', 'Users'),
  {
    key: 'policy',
    header: 'Access token',
    priority: 2,
    cell: ({ TokenPolicy }) => (
      <span className={TokenPolicy === 'default' ? 'quiet' : ''}>{tokenPolicyNames[TokenPolicy]}</span>
    ),
  },
  timeColumn('Since', ({ CreatedAt }) => CreatedAt),
];

export function CustomersPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { Role } = useOperator();
  const [isCreating, setIsCreating] = useState(false);
  const filters: RequestOf<'/api/Customers/List'> = {
    ...(search.text && { Text: search.text }),
  };
  const listed = useList('/api/Customers/List', filters, rowKey);
  const open = ({ CustomerNo }: Row): void => {
    void navigate({ to: '/customers/$customerNo', params: { customerNo: CustomerNo } });
  };
  const close = (): void => {
    setIsCreating(false);
    void refreshAll().then(listed.steady.refresh);
  };
  const firstOneText =
    Role === 'admin' ? 'Create the first one with New winery….' : 'An administrator creates the first one.';
  return (
    <ListPage
      {...listed}
      title="Wineries"
      one="winery"
      many="wineries"
      columns={columns}
      onOpen={open}
      actions={Role === 'admin' && <NewButton label="New winery…" onClick={() => setIsCreating(true)} />}
      empty={
        <EmptyState title={search.text ? 'No winery matches' : 'There is no winery yet'}>
          {search.text ? 'Check the spelling, or try a part of it.' : firstOneText}
        </EmptyState>
      }
      head={
        <search className="bar">
          <TextFilter label="Part of the number or name" placeholder="Number or name" />
        </search>
      }
    >
      {isCreating && <CreateCustomerDialog onClose={close} />}
    </ListPage>
  );
}
