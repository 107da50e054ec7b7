-- A finding now has the record to publish and advice beside its state. Workers find out anew at once.
UPDATE "sending_domains" SET found = '{}', next_check_at = least(next_check_at, now());
