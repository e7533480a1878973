"""The demo: half a million subscriptions over real places, and a stream of messages.

Nothing here is staged: texts are analysed and matched as anybody's would be, at the speed shown.
"""
