-- At which provider a person unsubscribed. What records it says the provider in its transaction, as an import says its id.
ALTER TABLE "subscriber_changes" ADD COLUMN "provider" "FeedbackProvider"
  DEFAULT nullif(current_setting('tidings.provider', true), '')::"FeedbackProvider";
