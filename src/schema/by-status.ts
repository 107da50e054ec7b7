/** The descriptions of filters by status. */
export const IN_STATUSES = 'Only in one of these statuses. Absent: all statuses.';
export const IN_STATUS = 'The same as `statuses`, for one status.';
