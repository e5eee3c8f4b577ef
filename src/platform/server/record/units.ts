interface UnitColumns {
  head_unit_id: string
  province_unit_id: string | null
  district_unit_id: string | null
  office_unit_id: string | null
}

/** The four unit columns of a record, as whatever is about it takes them over. */
export const unitsOf = (row: UnitColumns) => ({
  headUnitId: row.head_unit_id,
  provinceUnitId: row.province_unit_id,
  districtUnitId: row.district_unit_id,
  officeUnitId: row.office_unit_id,
})
