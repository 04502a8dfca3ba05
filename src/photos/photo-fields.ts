/** Photos in requests and replies of operations. */
import Type, { type Static } from 'typebox';
import { uuidPattern } from '../contract/fields.ts';
import type { AttachedPhoto } from './attach-photos.ts';
import { maxPhotosPerStationStep } from './photo.ts';

export const photoExampleId = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0d1';

export const photoIdsField = (description: string) =>
  Type.Array(
    Type.String({
      pattern: uuidPattern,
      description: 'The id of a photo that was uploaded for the winery and the warehouse.',
    }),
    { maxItems: maxPhotosPerStationStep, description },
  );

export const AttachedPhotoRecord = Type.Object({
  Photo: Type.String({ description: 'Its id: `GET /photos/{CustomerNo}/{Photo}` returns it.' }),
  ItemNo: Type.String({ description: 'The item that the photo shows; `""` for no item in particular.' }),
  InventoryStatus: Type.String({ description: 'The condition of the item; `""` for no item in particular.' }),
});

export const attachedPhotoExample: Static<typeof AttachedPhotoRecord> = {
  Photo: photoExampleId,
  ItemNo: '23PIN-01',
  InventoryStatus: 'DMGD-NO-TX',
};

export const attachedPhotoRecord = ({
  photoId,
  itemNo,
  inventoryStatus,
}: AttachedPhoto): Static<typeof AttachedPhotoRecord> => ({
  Photo: photoId,
  ItemNo: itemNo,
  InventoryStatus: inventoryStatus,
});
