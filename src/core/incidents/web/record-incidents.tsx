import { useEffect, useState } from 'react'
import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import { loadIncidentDesks } from './desks.ts'
import { IncidentsOf, type OfRecord } from './of-record.tsx'

export interface OfRecordProps {
  record: OfRecord
  /** Of a transaction. */
  service?: string
  /** None: it is a part of its page. */
  onClose?: never
}

/** What was reported about a record, at every desk that takes it; and a new incident with it filled in. */
export default function RecordIncidents({ record, service }: OfRecordProps) {
  const [desks, setDesks] = useState<readonly IncidentContracts[]>([])
  useEffect(() => {
    let gone = false
    void loadIncidentDesks().then((loaded) => gone || setDesks(loaded))
    return () => {
      gone = true
    }
  }, [])
  const taken = ({ takes }: IncidentContracts) =>
    takes.find(({ type, services }) => type === record.type && (services === undefined || services.includes(service ?? '')))
  return desks.map((contracts) => {
    const taking = taken(contracts)
    return taking && <IncidentsOf key={contracts.desk} contracts={contracts} record={record} over={taking.over === true} />
  })
}
