/** Locations and what lies in them, as other slices use them. */
export { checkBinContents } from './edit-content.ts';
export { listBinContents } from './list-locations.ts';
export {
  type BinContent,
  compareWalkOrder,
  type Location,
  type LocationKey,
  type LocationKind,
  locationCodePattern,
  normalizeLocationCode,
} from './location.ts';
export {
  BinContentRecord,
  binContentExample,
  binContentRecord,
  itemInStatusFields,
  LocationRecord,
  locationKeyFields,
  locationKindField,
  locationRecord,
  unknownLocationError,
} from './location-fields.ts';
export {
  deleteBinContents,
  deleteBinContentsInStatus,
  deleteLocationsOfWarehouse,
  hasTotes,
  lockBinChangesOfItems,
  lockBinContentsInStatus,
  lockBinContentsOfChangedItems,
  lockBinContentsOfItems,
  lockLocations,
  lockLocationsOfWarehouse,
  readBinContentsOfItems,
  readLocations,
  readWeightLikeToteCodes,
  saveBinContents,
} from './location-store.ts';
export { toteContentsSourcePort } from './tote-contents-source.ts';
