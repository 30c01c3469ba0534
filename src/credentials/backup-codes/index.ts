export const backupCodes = {
  tables: ['backup_codes'],
  spread: { backup_codes: 'user_id' },
}
