import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    unit: {
      code: 'Unit code',
      name: 'Unit',
      level: 'Level',
      parentId: 'Parent unit',
      address: 'Address',
      phone: 'Phone',
      parentName: 'Parent unit',
      validFrom: 'In operation from',
      validTo: 'In operation until',
      version: 'Change',
      unitId: 'Unit and below',
      text: 'Code, name, address, phone',
    },
    partner: { code: 'Partner code', name: 'Partner', shortName: 'Short name', kind: 'Kind of partner', bin: 'BIN' },
    staff: {
      code: 'Staff code',
      fullName: 'Full name',
      mobile: 'Phone',
      email: 'E-mail',
      unitId: 'Unit',
      place: 'Works at',
      positions: 'Positions',
      version: 'Change',
      text: 'Code, name, phone, e-mail',
    },
  },
  enums: {
    unitLevel: { HEAD_OFFICE: 'Head office', PROVINCE: 'Province', DISTRICT: 'Operating district', POST_OFFICE: 'Post office', PAYOUT_POINT: 'Payout point' },
    unitStatus: { ACTIVE: 'Active', LOCKED: 'Locked', CLOSED: 'Closed' },
    partnerKind: { OWN: 'Service partner', BANK: 'Cooperative bank' },
  },
}
