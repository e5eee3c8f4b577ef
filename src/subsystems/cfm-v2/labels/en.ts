import { also } from './also.ts'
import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    home: 'Cash position',
    counter: 'Counter and cash',
    myShift: 'My shift',
    pay: 'Pay at the counter',
    cashOrders: 'Cash orders',
    counting: 'Cash count',
    shifts: 'Shifts',
    shift: 'Shift',
    counts: 'Cash counts',
    count: 'Cash count details',
    holdings: 'Cash holdings',
    differences: 'Shortages and surpluses',
    dayClose: 'Day close',
    days: 'Days by unit',
    day: 'Day close details',
    dayProgress: 'Day close progress',
    holding: 'Cash holding',
  },
  also,
  fields: {},
  enums: {},
}
