/** The views of the locations. */
import type { ViewOption } from '../../design/list-page.tsx';

export const locationTabs: readonly [ViewOption, ViewOption] = [
  { name: 'locations', label: 'Locations' },
  { name: 'faces', label: 'Pick faces' },
];
