import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    unit: {
      code: 'Unit code',
      name: 'Unit name',
      level: 'Unit level',
      parentId: 'Parent unit',
      address: 'Address',
      phone: 'Phone',
      parentName: 'Parent unit',
      validFrom: 'Operating from',
      validTo: 'Operating until',
      version: 'Revision',
      unitId: 'Unit and its subunits',
      text: 'Code, name, address, phone',
    },
    partner: { code: 'Partner code', name: 'Partner', shortName: 'Short name', kind: 'Partner type', bin: 'BIN' },
    staff: {
      code: 'Staff code',
      fullName: 'Full name',
      mobile: 'Phone',
      email: 'Email',
      unitId: 'Unit',
      place: 'Workplace',
      positions: 'Positions',
      version: 'Revision',
      text: 'Code, name, phone, email',
    },
  },
  enums: {
    unitLevel: { HEAD_OFFICE: 'Head office', PROVINCE: 'Province', DISTRICT: 'Operating district', POST_OFFICE: 'Post office', PAYOUT_POINT: 'Payout point' },
    unitStatus: { ACTIVE: 'Active', LOCKED: 'Locked', CLOSED: 'Closed' },
    partnerKind: { OWN: 'Service partner', BANK: 'Cooperative bank' },
  },
}
