"""Push messages to browsers and apps: their text, their encryption, and the subscriptions of devices."""
