import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    assignmentHint: { lastDay: 'A rule that has not begun is removed' },
    assignment: {
      text: 'Code or name',
      subject: 'Stands at',
      subjectCode: 'Code',
      subjectName: 'Name',
      business: 'Service',
      businesses: 'Services',
      verdict: 'May do',
      inForceOn: 'In force on',
      validFrom: 'From',
      validTo: 'Last day',
      lastDay: 'Last day',
      unitIds: 'Units',
      userIds: 'People',
      updatedAt: 'Updated',
    },
  },
  enums: {
    subjectKind: { UNIT: 'Unit', USER: 'Person' },
    verdict: { ALLOWED: 'Allowed', REFUSED: 'Not allowed' },
  },
  actions: {
    assign: 'Assign',
    end: 'End',
  },
  texts: {
    assignmentAssignTitle: 'Assign services',
    assignmentAssignDone: 'Services have been assigned',
    assignmentEndDone: 'The rule has been ended',
    assignmentEndTitle: 'End the rule of {subjectName}',
    unit: 'Unit',
    user: 'Person',
    day: 'Day',
    pick: 'Choose a unit or a person to see which services they may do, and why',
    why: 'Why',
    noRule: 'No rule anywhere: allowed by default',
    ownRule: 'Rule at {name} itself',
    inheritedRule: 'Inherited from {name}',
    byUser: 'Rule of {name} in person',
    noPerson: 'Search by account or name',
  },
}
