/** The frame of both views of packing. */
import { ExportButton } from '../../design/export-button.tsx';
import { type ViewProps, ViewsPage } from '../../design/page.tsx';

const views = { shippers: 'Shippers', rules: 'Packing rules' } as const;

export function ShippersFrame({ actions, ...view }: ViewProps<keyof typeof views>) {
  const list = view.view === 'rules' ? '/api/PackingRules/List' : '/api/Shippers/List';
  return (
    <ViewsPage
      title="Shippers"
      to="/shippers"
      views={views}
      actions={
        <>
          <ExportButton exported={{ list, filters: {} }} />
          {actions}
        </>
      }
      {...view}
    />
  );
}
