import type { DoctorCheck } from '../../../infrastructure/cli/admin/doctor/check.js';

/** The finding of a check that is not fine, in one line. */
export const complaint = async (check: DoctorCheck, limitMs?: number): Promise<string> => {
  const finding = await check(limitMs);
  return finding._tag === 'ok'
    ? `ok: ${finding.found}`
    : `${finding._tag}: ${finding.found}. ${finding.remedy}`;
};
