import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import { incidentPartnerReport } from '#core/incidents/contract/partner-report.ts'
import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'

type Asked = Record<string, string | undefined>

/** How partners answer what incidents ask them; what is waited for now leads to the list of the desk. */
export default function partnerReportScreen({ list, routes }: Pick<IncidentContracts, 'list' | 'routes'>) {
  const open = (row: Asked, { partnerId, unitId }: Asked) => ({ status: ['WAITING_PARTNER'], partnerId: row.partnerId ?? partnerId, unitId })
  const contract = { ...incidentPartnerReport, drill: { list, fields: { open } } }
  return reportScreen(contract as typeof incidentPartnerReport, {
    filters: [
      { range: ['from', 'to'], label: 'period', days: 30 },
      { field: 'partnerId', input: PartnerSelect },
      { field: 'unitId', input: UnitSelect },
    ],
    columns: [
      { field: 'partnerName', width: 300, fixed: 'start' },
      'asked',
      'answered',
      'inTime',
      'late',
      'unanswered',
      'median',
      'longest',
      'open',
      'openLate',
      'overdue',
      'lateOurs',
      'latePartner',
      'lateCustomer',
      'lateUnknown',
    ],
    drillPath: routes.list,
    actions: ReportTools,
  })
}
