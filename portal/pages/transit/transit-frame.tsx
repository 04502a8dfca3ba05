/** The frame of all views of transit times and pickup locations. */
import { type ViewProps, ViewsPage } from '../../design/page.tsx';

const views = { times: 'Times', locations: 'Pickup locations', ask: 'Ask a carrier' } as const;

export function TransitFrame(view: ViewProps<keyof typeof views>) {
  return <ViewsPage title="Transit times" to="/transit" views={views} {...view} />;
}
